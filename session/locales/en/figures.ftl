### The games of the family "figures": SLUG-summary and SLUG-option-NAME.
