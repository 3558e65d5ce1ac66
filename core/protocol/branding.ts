import * as v from 'valibot'

/** How the operator of a console names and marks it; without it the console has its own name and logo. */
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
