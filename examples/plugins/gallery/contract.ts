/** Everyone who is signed in may look at the gallery. */
export const pages = { '/gallery': [] } as const

export type Page = keyof typeof pages
