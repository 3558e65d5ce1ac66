import * as v from 'valibot'

/** Security context of a tenant's pods, as in a resource. */
const Context = v.object({
  runAsUser: v.number(),
  runAsGroup: v.number(),
  fsGroup: v.number(),
  runAsNonRoot: v.fallback(v.boolean(), false),
})
type Context = v.InferOutput<typeof Context>

/** A security context, or `undefined` if it is missing or incomplete. */
export const SecurityContext = v.fallback(v.optional(Context), undefined)

/** Form fields of the security context of pods of one kind: `log_user` … */
type Fields<Kind extends string> = { [Name in `${Kind}_${'user' | 'group' | 'fs'}`]: number } & {
  [Name in `${Kind}_nonroot`]: boolean
}

const fields = { user: 'runAsUser', group: 'runAsGroup', fs: 'fsGroup', nonroot: 'runAsNonRoot' } as const
const pairs = Object.entries(fields)

/** Reads the fields of one kind of pods from the form. */
export const contextFrom = <Kind extends string>(kind: Kind, values: Fields<Kind>) =>
  Object.fromEntries(
    pairs.map(([field, name]) => [name, (values as Record<string, unknown>)[`${kind}_${field}`]]),
  ) as Context

/** Fills the fields of one kind of pods. */
export const fieldsFrom = <Kind extends string>(kind: Kind, context: Context | undefined) =>
  Object.fromEntries(pairs.map(([field, name]) => [`${kind}_${field}`, context?.[name]])) as Partial<Fields<Kind>>
