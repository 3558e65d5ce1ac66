import { type Feature, missingFeatures } from '../protocol/features.ts'
import { useSession } from './session.ts'

/** Why the storage lacks a feature, in a sentence; `undefined` if it has it, or no feature is required. */
export const useMissingFeature = (feature: Feature | undefined): string | undefined => {
  const { features } = useSession()
  return feature === undefined || features.includes(feature) ? undefined : missingFeatures[feature]
}
