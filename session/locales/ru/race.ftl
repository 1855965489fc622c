### The games of the family "race": SLUG-summary and SLUG-option-NAME.
