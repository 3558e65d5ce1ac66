import * as v from 'valibot'
import { call } from 'stowage/web'
import { displayName } from 'stowage'
import { Banner, FormDialog, jsonProblem } from 'stowage/ui'
import { documents, PolicyText } from '../contract.ts'
import { anonymousGrantsOf } from './anonymous-grants.ts'
import * as styles from './summary.css.ts'
import * as messages from '../messages.ts'

const Schema = v.object({
  policy: v.pipe(
    PolicyText,
    v.check((text) => !jsonProblem(text), 'Correct the JSON'),
  ),
})

/** A policy to start from: everyone may read one prefix. */
const example = (bucket: string) =>
  JSON.stringify(
    {
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: { AWS: ['*'] },
          Action: ['s3:GetObject'],
          Resource: [`arn:aws:s3:::${bucket}/public/*`],
        },
      ],
    },
    null,
    2,
  )

/** Formats a policy that is a single line; others stay as written. */
const readable = (text: string) => (text.includes('\n') ? text : JSON.stringify(JSON.parse(text), null, 2))

/** Warns about anonymous access; empty for a policy that names accounts only. */
const Warning = ({ policy }: { policy: string }) => {
  const grants = anonymousGrantsOf(policy)
  if (grants.length === 0) return null
  return (
    <Banner tone="warning">
      This opens the bucket to everyone, signed in or not:
      <ul className={styles.opened}>
        {grants.map(({ actions, on, tied }, at) => (
          <li key={at}>
            <code>{displayName(actions)}</code> on <code>{displayName(on.join(', '))}</code>
            {tied && ', under conditions'}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

export const policyTitle = 'Edit Bucket Policy'

type PolicyJsonProps = { bucket: string; policy: string | undefined; onClose: () => void; onDone: () => Promise<void> }

/** View and edit the whole bucket policy as JSON. */
export const PolicyJson = ({ bucket, policy, ...dialog }: PolicyJsonProps) => (
  <FormDialog
    title={policyTitle}
    intro={messages.bucketPolicyHelp}
    schema={Schema}
    initial={{ policy: policy === undefined ? example(bucket) : readable(policy) }}
    verb="Save"
    failedField={({ status }) => (status === 400 ? 'policy' : undefined)}
    {...dialog}
    done={messages.settingChanged('Policy', displayName(bucket), 'updated')}
    onSubmit={(body) =>
      call(documents.setPolicyText, { params: { bucket }, body: { ...body, replaces: policy ?? null } })
    }
    replaces={{
      what: `the policy of ${displayName(bucket)}`,
      read: () => call(documents.policyText, { params: { bucket } }),
    }}
    undo={
      policy === undefined
        ? undefined
        : (saved) => call(documents.setPolicyText, { params: { bucket }, body: { policy, replaces: saved.policy } })
    }
  >
    {({ policy: written = '' }) => <Warning policy={written} />}
  </FormDialog>
)
