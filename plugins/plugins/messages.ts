// backend/other-mode.ts
export const consoleManagesStorageNotCluster = 'This console manages a storage, not a cluster'
export const consoleManagesClusterNotStorage = 'This console manages a cluster, not a storage'

// pages/plugin-list.tsx
export const consoleHasNoPlugins = 'This console has no plugins.'
