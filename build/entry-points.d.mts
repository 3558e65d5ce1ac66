export const sourceOf: (root: string, name: string) => string | undefined
