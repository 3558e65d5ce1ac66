import { useState } from 'react'
import * as v from 'valibot'
import { call } from 'stowage/web'
import { ask, FormDialog, Status } from 'stowage/ui'
import { type Step, settings as calls } from '../contract.ts'
import * as styles from './settings.css.ts'

const tones = { passed: 'ok', failed: 'danger', skipped: 'unknown' } as const

const Results = ({ steps }: { steps: readonly Step[] }) => (
  <ul className={styles.entries} aria-label="What was tried" aria-live="polite">
    {steps.map(({ title, outcome, detail }) => (
      <li key={title} className={styles.step}>
        <Status tone={tones[outcome]}>
          {outcome === 'failed' ? `Failed: ${title}` : outcome === 'skipped' ? `Not tried: ${title}` : title}
        </Status>
        {detail && <span className={styles.detail}>{detail}</span>}
      </li>
    ))}
  </ul>
)

const Person = v.object({
  user: v.optional(
    v.pipe(
      v.string(),
      v.maxBytes(1024),
      v.title('User'),
      v.description('Somebody of the directory, to look for them.'),
      v.metadata({ control: 'mono' }),
    ),
  ),
  password: v.optional(
    v.pipe(
      v.string(),
      v.maxBytes(255),
      v.title('Password'),
      v.description('To sign in as them. It is kept nowhere.'),
      v.metadata({ control: 'secret' }),
    ),
  ),
})

/** What is tried, and what is not, by section. */
const abouts: Readonly<Record<string, string>> = {
  identity_ldap:
    'The console does what the server does at a sign-in: it connects, binds, looks for the person and their groups. The server makes connections of its own.',
  identity_openid:
    "The console reads the provider's document and keys, has it begin a sign-in, and has it judge client and secret by a code that it never gave. Nobody is signed in: claims and policies show at a real sign-in.",
}

/** Whether a section has something that can be tried. */
export const canTest = (name: string) => name in abouts || /_webhook$/.test(name)

type TestProps = { name: string; target: string; values: Readonly<Record<string, string>> }

const Test = ({ name, target, values, onClose }: TestProps & { onClose: () => void }) => {
  const [steps, setSteps] = useState<Step[]>()
  const isDirectory = name === 'identity_ldap'
  return (
    <FormDialog
      title="Test"
      verb={steps ? 'Test Again' : 'Test'}
      busyVerb="Testing"
      schema={isDirectory ? Person : v.object({})}
      intro={abouts[name] ?? 'The console connects to the webhook and says nothing there.'}
      onSubmit={async (person: Readonly<Record<string, string | undefined>>) => {
        const key_values = Object.entries(values).map(([key, value]) => ({ key, value }))
        const { user = '', password = '' } = person
        setSteps((await call(calls.test, { params: { name, target }, body: { key_values, user, password } })).steps)
      }}
      onClose={onClose}
    >
      {steps && <Results steps={steps} />}
    </FormDialog>
  )
}

/** Tries what a section is about, with what stands in its form. */
export const testSection = (props: TestProps) => ask<void>((answer) => <Test {...props} onClose={() => answer()} />)
