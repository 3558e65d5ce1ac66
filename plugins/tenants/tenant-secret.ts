import * as v from 'valibot'

/** A secret labeled with a tenant, and why it is not deleted with it; missing reasons if it is deleted. */
export const TenantSecret = v.object({
  name: v.string(),
  /** Not created by this console, or the caller cannot list who else uses it. */
  keeps: v.optional(v.picklist(['foreign', 'unknown'])),
  /** Other references to it: `Ingress web spec.tls[0].secretName`. */
  used_by: v.optional(v.array(v.string())),
})
export type TenantSecret = v.InferOutput<typeof TenantSecret>
