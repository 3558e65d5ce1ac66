import ShieldQuestion from 'lucide-react/icons/shield-question-mark'
import { Empty, Loaded } from 'stowage/ui'
import type { useCheckResult } from './use-check-result.ts'
import { Verdict } from './verdict.tsx'
import * as messages from '../../messages.ts'

/** Result of the question, or its loading or error state. */
export const CheckResult = ({ of: { settled, ready, result } }: { of: ReturnType<typeof useCheckResult> }) => {
  if (!ready) return <Empty icon={ShieldQuestion} title={messages.checkAccess} text={messages.checkAccessHelp} />
  return (
    <Loaded of={result} what="the answer" columns={2}>
      {(data) => <Verdict result={data} draft={settled} />}
    </Loaded>
  )
}
