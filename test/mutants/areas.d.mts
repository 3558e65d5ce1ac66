export const areas: Record<string, unknown>
export const filesOf: (area: string) => { files: string[]; tests: string[] }
