export const chromium: string
export const chromiumEnv: () => Record<string, string>
