import { type Feature, lacks } from './features.ts'
import { useSession } from './session.ts'

/** Why the storage cannot do something, in a sentence; nothing where it can. */
export const useLack = (feature: Feature): string | undefined =>
  useSession().features.includes(feature) ? undefined : lacks[feature]
