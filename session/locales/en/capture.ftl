### The games of the family "capture": SLUG-summary and SLUG-option-NAME.
