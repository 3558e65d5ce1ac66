import type { PreviewKind, SniffResult } from '../../sniff.ts'
import { typeOf } from '../../mime-types.ts'

/** Media types of what is recognized by its first bytes but never sent with its own type. */
const byKind: Readonly<Partial<Record<PreviewKind, string>>> = {
  parquet: 'application/vnd.apache.parquet',
  zip: 'application/zip',
  tar: 'application/x-tar',
}

/** Kinds of content that may be of a more specific type: only its name tells. */
const general: readonly PreviewKind[] = ['text', 'bytes', 'zip', 'tar']

/** Types that the first bytes would have shown. */
const isRecognized = (type: string) =>
  type === 'application/pdf' ||
  Object.values(byKind).includes(type) ||
  (/^(image|audio|video)\//.test(type) && type !== 'image/svg+xml')

/** Extension of a name, in lower case and without its dot. */
export const extensionOf = (path: string) => /\.(\w{1,10})$/.exec(path)?.[1]?.toLowerCase() ?? ''

/**
 * Media types by which a viewer is chosen, and the extension if the first bytes allow one. A name never overrides what
 * the first bytes show.
 */
export const viewedAs = ({ kind, type }: SniffResult, path: string): { types: string[]; extension: string } => {
  const detected = byKind[kind] ?? type.replace(/;.*/, '')
  if (!general.includes(kind)) return { types: [detected], extension: '' }
  const named = typeOf(path)
  return { types: [detected, ...(isRecognized(named) ? [] : [named])], extension: extensionOf(path) }
}
