import type { BuildOptions } from 'esbuild'

export const browserBundle: (options: { root: string; out: string; mode: 'production' | 'development' }) => BuildOptions

export const nativePackages: string[]
