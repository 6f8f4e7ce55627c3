import { type RawBuilder, sql } from 'kysely'

/** Number of bits in one piece of a set. */
const size = sql.lit(4096)

/** The piece of a set that contains the bit of a member's `number`. */
export const pieceOf = sql`number / ${size}`

/** That piece with only the member's bit set. */
export const bitOf = sql`set_bit(repeat('0', ${size})::bit(${size}), number % ${size}, 1)`

type Counted = RawBuilder<{ label: string; count: number }>

const noMembers = sql`select ''::text as label, null::uuid as member_id where false`

/**
 * Number of distinct members by label.
 * @param sets rows of `label`, `piece` and `bits`
 * @param names rows of `label` and `member_id`; some members may not have a number yet
 */
export function countedOnce(
  sets: readonly RawBuilder<unknown>[],
  names: readonly RawBuilder<unknown>[],
): Counted {
  const named =
    names.length === 0
      ? noMembers
      : sql`select distinct label, member_id from (${sql.join(names, sql` union all `)}) as members`
  if (sets.length === 0) return sql`select label, count(*) as count from (${named}) as named group by label`
  const placed = sql`select label, ${pieceOf} as piece, ${bitOf} as bits from named join rollup_numbers using (member_id)`
  return sql`with named as (${named})
    select label, sum(count) as count from (
      select label, bit_count(bit_or(bits)) as count
      from (${sql.join([...sets, placed], sql` union all `)}) as sets group by label, piece
      union all
      select label, count(*) from named
      where not exists (select from rollup_numbers as n where n.member_id = named.member_id) group by label) as counted
    group by label`
}
