import { useState } from 'react'
import * as v from 'valibot'
import { call } from 'stowage/web'
import type { TestStep } from 'stowage'
import { showDialog, FormDialog, Status, Stack } from 'stowage/ui'
import { type Section, settings as calls } from '../contract.ts'
import * as styles from './settings.css.ts'
import * as messages from '../messages.ts'

const tones = { passed: 'ok', failed: 'danger', skipped: 'unknown' } as const

const Results = ({ steps }: { steps: readonly TestStep[] }) => (
  <Stack as="ul" className={styles.entries} aria-label="Test results" aria-live="polite">
    {steps.map(({ title, outcome, detail }) => (
      <Stack as="li" gap={1} key={title} className={styles.step}>
        <Status tone={tones[outcome]}>
          {outcome === 'failed' ? `Failed: ${title}` : outcome === 'skipped' ? `Skipped: ${title}` : title}
        </Status>
        {detail && <span className={styles.detail}>{detail}</span>}
      </Stack>
    ))}
  </Stack>
)

const TestCredentials = v.object({
  user: v.optional(
    v.pipe(
      v.string(),
      v.maxBytes(1024),
      v.title('User'),
      v.description(messages.testUserHelp),
      v.metadata({ control: 'mono' }),
    ),
  ),
  password: v.optional(
    v.pipe(
      v.string(),
      v.maxBytes(255),
      v.title('Password'),
      v.description(messages.testPasswordHelp),
      v.metadata({ control: 'secret' }),
    ),
  ),
})

type TestProps = { section: Section; target: string; values: Readonly<Record<string, string>> }

const Test = ({ section: { key: name, test }, target, values, onClose }: TestProps & { onClose: () => void }) => {
  const [steps, setSteps] = useState<TestStep[]>()
  return (
    <FormDialog
      title="Test"
      verb={steps ? 'Test Again' : 'Test'}
      schema={test?.acceptsCredentials ? TestCredentials : v.object({})}
      intro={test?.description}
      onSubmit={async (credentials: Readonly<Record<string, string | undefined>>) => {
        const key_values = Object.entries(values).map(([key, value]) => ({ key, value }))
        const { user = '', password = '' } = credentials
        setSteps((await call(calls.test, { params: { name, target }, body: { key_values, user, password } })).steps)
      }}
      onClose={onClose}
    >
      {steps && <Results steps={steps} />}
    </FormDialog>
  )
}

/** Tests a section with the values in its form. */
export const testSection = (props: TestProps) =>
  showDialog<void>((resolve) => <Test {...props} onClose={() => resolve()} />)
