export const chromium: string
