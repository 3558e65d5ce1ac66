import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { displayText } from 'stowage'
import { Button, Icon, Row } from 'stowage/ui'
import type { Finding } from '../../access.ts'
import * as styles from './builder.css.ts'

/** Findings that prevent saving. */
const refused: readonly Finding['kind'][] = ['invalid', 'unknown-action', 'malformed-arn']

/** One finding with a link to its statement. */
export const FindingLine = ({
  of,
  prefix = '',
  onShow,
}: {
  of: Finding
  prefix?: string
  onShow?: (statement: number) => void
}) => {
  const { kind, message, otherStatement } = of
  return (
    <Row gap={3} className={styles.finding} data-finding={kind}>
      <span className={refused.includes(kind) ? styles.wrong : styles.warning}>
        <Icon of={refused.includes(kind) ? CircleAlert : TriangleAlert} />
      </span>
      <span className={styles.message}>{displayText(prefix + message)}</span>
      {otherStatement !== undefined && onShow && (
        <Button size="sm" tone="quiet" onPress={() => onShow(otherStatement)}>
          {`Show ${otherStatement}`}
        </Button>
      )}
    </Row>
  )
}
