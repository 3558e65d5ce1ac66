export const notesOf: (changelog: string, version: string) => string
