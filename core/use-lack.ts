import { type Feature, lacks } from './features.ts'
import { useSession } from './session.ts'

/** Why the storage cannot do something, in a sentence; nothing where it can, or where nothing is asked for. */
export const useLack = (feature: Feature | undefined): string | undefined => {
  const { features } = useSession()
  return feature === undefined || features.includes(feature) ? undefined : lacks[feature]
}
