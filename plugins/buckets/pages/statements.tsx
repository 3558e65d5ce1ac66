import { Banner, Code, Stack } from 'stowage/ui'
import { counted } from 'stowage'
import * as styles from './summary.css.ts'
import * as messages from '../messages.ts'

const indented = (statement: string) => JSON.stringify(JSON.parse(statement), null, 2)

/** Read-only statements of a bucket policy beyond its access rules: they may grant more, or deny. */
export const OtherStatements = ({ statements }: { statements: readonly string[] }) => (
  <Stack as="section" gap={3} className={styles.statements}>
    <h2 className={styles.title}>Other statements</h2>
    <Banner tone="info">
      {messages.bucketPolicyHasOtherStatements(
        counted(statements.length, { one: 'other statement', many: 'other statements' }),
        statements.length,
      )}
    </Banner>
    <Code language="json" label="Other statements" text={statements.map(indented).join(',\n')} />
  </Stack>
)
