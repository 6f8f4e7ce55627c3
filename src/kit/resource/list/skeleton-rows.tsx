import styles from './row-table.module.css'

const lengths = ['62%', '40%', '55%', '70%', '48%']

/** Rows of the rows' own height while the first ones are awaited. */
export const SkeletonRows = ({ columns }: { columns: number }) =>
  Array.from({ length: 12 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
    <tr key={row} className={styles.row} aria-hidden>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <td key={column}>
          <span className={styles.bone} style={{ width: lengths[(row + column) % lengths.length] }} />
        </td>
      ))}
    </tr>
  ))
