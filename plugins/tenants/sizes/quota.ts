/** How a cluster calls the room that a storage class has in a namespace: the class, then this. */
export const classSuffix = '.storageclass.storage.k8s.io/requests.storage'

/** What a namespace that has no quota may take: as much as a cluster can count. */
export const boundless = 9223372036854775807n

/** A line of a quota, in bytes. */
export type QuotaElement = { name: string; hard?: number | undefined; used?: number | undefined }

/** What is left of each storage class, in bytes (operator 3.8); what is no storage class is none here. */
export const roomOf = (elements: readonly QuotaElement[]) =>
  elements
    .filter(({ name }) => name.endsWith(classSuffix) && name.length > classSuffix.length)
    .map(({ name, hard = 0, used = 0 }) => ({
      name: name.slice(0, -classSuffix.length),
      left: Math.max(0, hard - used),
    }))
