import { Field, FieldContext, type FieldOptions, NumberInput, Select, Row } from 'stowage/ui'
import { sizeUnits } from '../../sizes/units.ts'
import * as styles from './rows.css.ts'

const units = sizeUnits.map((unit) => ({ value: unit, label: `${unit}B` }))

/** Total size of all drives, a number next to its unit. */
export const renderSize =
  (
    unit: string,
    problem: () => string | undefined,
  ): NonNullable<FieldOptions<{ unit?: string | undefined }>['render']> =>
  ({ value, onChange, error, blur, fill }) => (
    <Field label="Total Size" error={error ?? problem()}>
      <Row as="span" gap={3} align="stretch">
        <span className={styles.text}>
          <NumberInput name="size" value={String(value)} onChange={onChange} onBlur={blur} />
        </span>
        <FieldContext value={{}}>
          <span className={styles.unit}>
            <Select label="Unit" name="unit" value={unit} onChange={(next) => fill('unit', next)} options={units} />
          </span>
        </FieldContext>
      </Row>
    </Field>
  )
