import * as v from 'valibot'
import { jsonProblem } from 'stowage/ui'
import { AccountName, type identity } from '../contract.ts'
import * as messages from '../messages.ts'

const DAY = 24 * 60 * 60 * 1000

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The last second of a day, in wire format. */
const endOf = (day: string) => `${day}T23:59:59Z`

/** Metadata fields of a service account; it expires at the end of the chosen day. */
export const AboutFields = {
  name: v.optional(v.pipe(AccountName, v.title('Name'))),
  description: v.optional(v.pipe(v.string(), v.maxBytes(256, 'Enter at most 256 bytes'), v.title('Description'))),
  ends: v.optional(
    v.pipe(
      v.string(),
      v.title('Expires'),
      v.description(messages.expiryDayOptional),
      v.check((day) => Date.parse(endOf(day)) > Date.now() + DAY / 96, messages.chooseDayFromToday),
      v.check((day) => Date.parse(endOf(day)) < Date.now() + 365 * DAY, messages.chooseDayWithinDays),
      v.metadata({ control: 'date' }),
    ),
  ),
}

/** Fields for a policy that restricts the account. */
export const RestrictFields = {
  restrict: v.pipe(v.boolean(), v.title('Restrict with policy')),
  policy: v.optional(
    v.pipe(
      v.string(),
      v.title('Policy'),
      v.check((text) => !jsonProblem(text), 'Correct the JSON'),
      v.metadata({ control: 'code' }),
    ),
  ),
}

/** Accepts the unchanged value, even if another tool wrote an invalid one, or a value that the schema allows. */
export const unchangedOr = (before: string | undefined, schema: v.GenericSchema<string, string>) =>
  v.pipe(
    v.string(),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed || dataset.value === before) return
      const [issue] = v.safeParse(schema, dataset.value).issues ?? []
      if (issue) addIssue({ message: issue.message })
    }),
  )

type About = { name?: string | undefined; description?: string | undefined; ends?: string | undefined }

export const aboutLayout = { name: { width: 'half' }, ends: { width: 'half' } } as const

/** Builds request fields from the form; empty ones are left out. */
export const aboutOf = ({ name, description, ends }: About) => ({
  ...(name && { name }),
  ...(description && { description }),
  ...(ends && { expiry: endOf(ends) }),
})

type Change = v.InferInput<typeof identity.updateAccount.body>

/** The change of an account's expiration; empty if the day is unchanged. */
export const endChange = (before: string | undefined, ends: string | undefined): Pick<Change, 'expiry'> => {
  const had = before && dayOf(Date.parse(before))
  if ((ends ?? '') === (had ?? '')) return {}
  return { expiry: ends ? endOf(ends) : '' }
}

/** The day on which an account expires. */
export const endDay = (expiration: string | undefined) => expiration && dayOf(Date.parse(expiration))
