import { ChoiceGroup, NumberInput, Segmented, Row } from 'stowage/ui'
import { presetOf, presets, presetTime, type LifetimeInput } from './lifetime.ts'
import * as styles from './share.css.ts'

type LifetimeFieldProps = {
  typed: LifetimeInput
  onChange: (typed: LifetimeInput) => void
  wrong: string | undefined
  /** Longest possible lifetime in ms, and why it is limited. */
  limit: { ms: number; why: string } | undefined
}

/** Lifetime of a link: one of the presets, or typed. */
export const LifetimeField = ({ typed, onChange, wrong, limit }: LifetimeFieldProps) => {
  const isMaximum = typed.days.trim() === '7'
  const parts = [
    { id: 'days', label: 'Days' },
    { id: 'hours', label: 'Hours' },
    { id: 'minutes', label: 'Minutes', unit: 'min' },
  ] as const
  const change = (id: keyof LifetimeInput, value: string) =>
    onChange({ ...typed, [id]: value, ...(id === 'days' && value.trim() === '7' && { hours: '0', minutes: '0' }) })
  return (
    <ChoiceGroup label="Active for" hint="At most 7 days." error={wrong}>
      <Row gap={4} wrap>
        <Segmented
          label="Times"
          value={presetOf(typed)}
          items={presets.map((preset) => ({
            id: preset.id as string,
            label: preset.id,
            disabled: limit && presetTime(preset) > limit.ms ? limit.why : undefined,
          }))}
          onChange={(id) => onChange(presets.find((one) => one.id === id) ?? typed)}
        />
        <div className={styles.parts}>
          {parts.map(({ id, label, ...part }) => (
            <NumberInput
              key={id}
              label={label}
              unit={'unit' in part ? part.unit : id}
              value={typed[id]}
              state={isMaximum && id !== 'days' ? 'disabled' : 'open'}
              onChange={(value) => change(id, value)}
            />
          ))}
        </div>
      </Row>
    </ChoiceGroup>
  )
}
