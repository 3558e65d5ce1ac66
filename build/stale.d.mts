/** What a build depends on, below the project's root. */
export const sources: readonly string[]
