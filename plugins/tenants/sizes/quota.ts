/** Suffix of quota elements that limit a storage class: the class name, then this. */
export const classSuffix = '.storageclass.storage.k8s.io/requests.storage'

/** Limit in a namespace without a quota: the largest 64-bit integer. */
export const UNLIMITED_QUOTA = 9223372036854775807n

/** Element of a resource quota, in bytes. */
export type QuotaElement = { name: string; hard?: number | undefined; used?: number | undefined }

/** Remaining bytes of each storage class (operator 3.8); other elements are ignored. */
export const remainingQuotas = (elements: readonly QuotaElement[]) =>
  elements
    .filter(({ name }) => name.endsWith(classSuffix) && name.length > classSuffix.length)
    .map(({ name, hard = 0, used = 0 }) => ({
      name: name.slice(0, -classSuffix.length),
      left: Math.max(0, hard - used),
    }))
