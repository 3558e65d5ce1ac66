import ShieldQuestion from 'lucide-react/icons/shield-question-mark'
import { Empty, Loaded } from 'stowage/ui'
import type { useAnswer } from './use-answer.ts'
import { Verdict } from './verdict.tsx'
import * as messages from '../../messages.ts'

/** Result of the question, or its loading or error state. */
export const Answer = ({ of: { settled, ready, answer } }: { of: ReturnType<typeof useAnswer> }) => {
  if (!ready) return <Empty icon={ShieldQuestion} title={messages.checkAccess} text={messages.checkAccessHelp} />
  return (
    <Loaded of={answer} what="the answer" columns={2}>
      {(data) => <Verdict answer={data} draft={settled} />}
    </Loaded>
  )
}
