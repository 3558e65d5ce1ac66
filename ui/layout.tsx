import { createElement, type HTMLAttributes } from 'react'
import { classes } from './classes.ts'
import * as styles from './layout.css.ts'

type Element = HTMLAttributes<HTMLElement> & {
  as?: 'div' | 'span' | 'p' | 'ul' | 'ol' | 'li' | 'dl' | 'dt' | 'dd' | 'section' | 'header' | 'footer' | 'h2' | 'h3'
}

type Step = keyof typeof styles.rowGap

type LayoutProps = Element & {
  /** Step of the spacing scale (`vars.space`) for both directions, or one for rows and one for columns. */
  gap?: Step | readonly [lines: Step | 0, columns: Step | 0]
  align?: keyof typeof styles.align | 'stretch'
  justify?: keyof typeof styles.justify
  /** Whether it may become narrower than its content. */
  shrink?: boolean
}

const layout = (look: string, { as = 'div', gap = [0, 0], align, justify, shrink, ...props }: LayoutProps) => {
  const [lines, columns] = typeof gap === 'number' ? [gap, gap] : gap
  const className = classes(
    look,
    lines !== 0 && styles.rowGap[lines],
    columns !== 0 && styles.columnGap[columns],
    align && align !== 'stretch' && styles.align[align],
    justify && styles.justify[justify],
    shrink && styles.shrink,
    props.className,
  )
  return createElement(as, { ...props, className })
}

/** Arranges its children in a column. */
export const Stack = (props: LayoutProps) => layout(styles.stack, props)

/** Arranges its children in a row, centered vertically unless `align` says otherwise. */
export const Row = ({ wrap, ...props }: LayoutProps & { wrap?: boolean }) =>
  layout(wrap ? styles.wrapped : styles.row, { align: 'center', ...props })

/** Columns of equal width; one on a narrow screen. */
export const Grid = ({ columns, ...props }: LayoutProps & { columns: keyof typeof styles.columns }) =>
  layout(styles.columns[columns], props)

type MutedProps = Element & { tone?: keyof typeof styles.tone; size?: keyof typeof styles.size }

/** Secondary text, by default one step smaller than the text around it. */
export const Muted = ({ as = 'span', tone = 'muted', size = 13, ...props }: MutedProps) =>
  createElement(as, { ...props, className: classes(styles.tone[tone], styles.size[size], props.className) })
