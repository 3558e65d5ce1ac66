import { useMemo } from 'react'
import { JsonEditor, type Tints } from '../../../../core/ui/code.tsx'
import { useCall } from '../../../../core/use-call.ts'
import { policies } from '../../contract.ts'
import { useBuckets } from '../check/fields.tsx'
import * as styles from './builder.css.ts'
import { completionsIn } from './complete.ts'
import { FindingLine } from './finding-line.tsx'
import { linesOf, useFindings } from './use-findings.ts'

type PolicyTextProps = { label: string; value: string; onChange: (text: string) => void; error: string | undefined }

/** A policy's JSON alone, completed while it is typed, with what is worth a look under it. */
export const PolicyText = ({ label, value, onChange, error }: PolicyTextProps) => {
  const { data: vocabulary } = useCall(policies.vocabulary)
  const buckets = useBuckets()
  const findings = useFindings(value)
  const complete = useMemo(() => completionsIn(vocabulary, buckets.map((bucket) => bucket.value)), [vocabulary, buckets])
  const tints = useMemo((): Tints => {
    const lines = findings.flatMap((finding) => {
      const [first, last] = linesOf(value, finding) ?? [1, 0]
      return Array.from({ length: last - first + 1 }, (_, at) => first + at)
    })
    return new Map(lines.map((line) => [line, 'warned' as const]))
  }, [value, findings])
  const shown = value.trim() ? findings : []
  return (
    <div className={styles.builder}>
      <JsonEditor {...{ label, value, onChange, error, tints, complete }} />
      {shown.length > 0 && (
        <div className={styles.findings}>
          {shown.map((finding, index) => (
            <FindingLine key={index} of={finding} prefix={finding.statement === undefined ? '' : `Statement ${finding.statement}: `} />
          ))}
        </div>
      )}
    </div>
  )
}
