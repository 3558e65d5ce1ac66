import { useState } from 'react'
import { call, showError } from 'stowage/web'
import { Status, Row, Stack, useTask } from 'stowage/ui'
import { notifications, type Step } from '../contract.ts'
import type { Service } from '../services.ts'
import { twoLines as lines } from 'stowage/classes'
import * as styles from './pages.css.ts'
import * as messages from '../messages.ts'

const stepTexts = {
  address: { passed: 'Address found', failed: 'Address not reached' },
  connection: { passed: 'Connected', failed: 'Not connected' },
  certificate: { passed: 'Certificate verified', failed: 'Certificate refused' },
} as const

type Result = { of: string; steps: Step[] }

/** Tests a target before it is saved; the result stays until the next test. */
export const useConnectionTest = (service: Service) => {
  const task = useTask()
  const [result, setResult] = useState<Result>()
  const test = async (properties: Record<string, string>) => {
    const { steps } = await call(notifications.test, { body: { service: service.id, properties } })
    setResult({ of: JSON.stringify(properties), steps })
  }
  const run = (properties: Record<string, string>) => task.run('Testing', () => test(properties), showError)
  return { busy: task.busy, result, run, forget: () => setResult(undefined) }
}

type TestResultProps = { result: Result; properties: Record<string, string>; by: 'server' | 'embedded' }

/** The result of each step of a test. */
export const TestResult = ({ result, properties, by }: TestResultProps) => (
  <Stack as="section" gap={4} shrink className={styles.testResult} aria-label="Test Target" aria-live="polite">
    <h2 className={styles.groupTitle}>Test Target</h2>
    {result.steps.length === 0 && <p className={lines.second.plain}>{messages.serviceAddressMissing}</p>}
    <Stack as="ul" gap={3}>
      {result.steps.map(({ step, outcome, detail, durationMs }) => (
        <Row as="li" gap={4} align="stretch" justify="between" key={step}>
          <span>
            <Status tone={outcome === 'passed' ? 'ok' : 'danger'}>{stepTexts[step][outcome]}</Status>
            {detail && <span className={styles.stepDetail}>{detail}</span>}
          </span>
          {durationMs !== undefined && <span className={styles.stepTime}>{`${durationMs} ms`}</span>}
        </Row>
      ))}
    </Stack>
    <p className={styles.note}>
      {result.of === JSON.stringify(properties) ? '' : messages.beforeLastChange}
      {by === 'server' ? messages.testedFromConsole : messages.noDataWasSent}
    </p>
  </Stack>
)
