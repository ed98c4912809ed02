/** The clash in ms; clash.css moves by the same figures (--clash, --impact). */
export const IMPACT_MS = 260;
export const CLASH_MS = 950;
