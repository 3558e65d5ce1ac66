/** Retention: maximum age and total size. */
export type RetentionLimits = { days: number; bytes: number }
