import * as v from 'valibot'

/** Name, logo, text and help address that the operator configured. Default: those of the product. */
export const Branding = v.object({
  name: v.optional(v.string()),
  /** Address of a picture. */
  logo: v.optional(v.string()),
  /** Text of the sign-in page. */
  text: v.optional(v.string()),
  /** Address of the operator's help. */
  support: v.optional(v.string()),
})
export type Branding = v.InferOutput<typeof Branding>
