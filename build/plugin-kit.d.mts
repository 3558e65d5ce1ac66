export const buildPluginKit: (options: { root: string; out: string }) => Promise<void>
