import ShieldQuestion from 'lucide-react/icons/shield-question-mark'
import { Empty, LoadError, Skeleton } from 'stowage/ui'
import type { useAnswer } from './use-answer.ts'
import { Verdict } from './verdict.tsx'
import * as messages from '../../messages.ts'

/** Result of the question, or its loading or error state. */
export const Answer = ({ of: { settled, ready, answer } }: { of: ReturnType<typeof useAnswer> }) => {
  if (!ready)
    return (
      <Empty
        icon={ShieldQuestion}
        title={messages.checkWhatAccountCanDo}
        text={messages.chooseAccountActionAndBucket}
      />
    )
  if (answer.error && !answer.data)
    return <LoadError what="the answer" error={answer.error} onRetry={() => void answer.reload()} />
  return answer.data ? <Verdict answer={answer.data} draft={settled} /> : <Skeleton rows={4} columns={2} />
}
