import { Failure, type Feature, missingFeatures } from 'stowage'
import { NOT_OFFERED } from 'stowage/engines/s3'

/** A method that throws `Failure` 501 with the reason, for something that the storage lacks. */
export const refuse = (feature: Feature) => async (): Promise<never> => {
  throw new Failure(501, missingFeatures[feature], { code: NOT_OFFERED })
}
