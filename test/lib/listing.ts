import type { Listing } from '../../plugins/object-browser/backend.ts'

/** Lists a whole bucket without versions and metadata; `more` overrides that. */
export const listing = (more: Partial<Listing> = {}): Listing => ({
  prefix: '',
  recursive: true,
  versions: false,
  metadata: false,
  limit: 1000,
  ...more,
})
