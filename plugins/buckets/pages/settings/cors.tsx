import { displayName, parseJson } from 'stowage'
import * as v from 'valibot'
import { call } from 'stowage/web'
import { FormDialog, jsonProblem } from 'stowage/ui'
import { cors, type CorsRule, CorsRules } from '../../contract.ts'
import type { SettingProps } from './setting.ts'
import * as messages from '../../messages.ts'

/** CORS rules as JSON; errors name their position. */
const RulesText = v.pipe(
  v.string(),
  v.title('Rules'),
  v.metadata({ control: 'code' }),
  v.check((text) => !jsonProblem(text), 'Correct the JSON'),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const { success, output, issues } = v.safeParse(CorsRules, parseJson(dataset.value))
    if (success) return output
    const [issue] = issues
    const [at, field] = v.getDotPath(issue)?.split('.') ?? []
    const location = [`Rule ${Number(at) + 1}`, field].filter(Boolean).join(', ')
    addIssue({ message: at === undefined ? 'Write a list of rules: [ … ]' : `${location}: ${issue.message}` })
    return NEVER
  }),
)

const Schema = v.object({ rules: RulesText })

const example = [
  {
    AllowedOrigins: ['https://app.example.com'],
    AllowedMethods: ['GET', 'HEAD'],
    AllowedHeaders: ['*'],
    MaxAgeSeconds: 3600,
  },
]

/** Edits CORS rules as JSON, in the format of the AWS CLI. */
export const SetCors = ({ bucket, current, ...dialog }: SettingProps & { current: readonly CorsRule[] }) => (
  <FormDialog
    title="Set CORS Rules"
    intro={messages.corsHelp}
    schema={Schema}
    initial={{ rules: JSON.stringify(current.length > 0 ? current : example, null, 2) }}
    verb="Save"
    failedField={({ status }) => (status === 400 ? 'rules' : undefined)}
    {...dialog}
    done={messages.settingChanged('CORS rules', displayName(bucket), 'updated')}
    onSubmit={({ rules }) => call(cors.setCors, { params: { bucket }, body: { rules } })}
    undo={() => call(cors.setCors, { params: { bucket }, body: { rules: [...current] } })}
    replaces={{
      what: `the CORS rules of ${displayName(bucket)}`,
      read: async () => (await call(cors.cors, { params: { bucket } })).rules,
      shown: current,
    }}
  />
)
