/** Every signed-in account may open the gallery. */
export const pages = { '/gallery': [] } as const

export type Page = keyof typeof pages
