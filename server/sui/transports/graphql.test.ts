import { expect, it } from 'vitest';
import { canonicalAddress } from '#rules/address.ts';
import { openGraphql } from './graphql.ts';

const KIOSK = canonicalAddress('0x4')!;
const ID = Buffer.from(KIOSK.slice(2), 'hex').toString('base64');
const FRAMEWORK = canonicalAddress('0x2');
const FIELD = `${FRAMEWORK}::dynamic_field::Field`;
const ITEM = `${FIELD}<${FRAMEWORK}::dynamic_object_field::Wrapper<${FRAMEWORK}::kiosk::Item>,${FRAMEWORK}::object::ID>`;
const FOREIGN = `${FIELD}<u64,${KIOSK}::large::Value>`;

const typed = (repr: string) => ({ type: { repr } });
const item = {
  contents: typed(ITEM),
  name: { bcs: ID, ...typed(`${FRAMEWORK}::kiosk::Item`) },
  value: { contents: typed(`${KIOSK}::card::Card`) },
};
const unread = (repr: string | null) => ({
  contents: repr === null ? null : typed(repr),
  name: null,
  value: null,
});

/** Fields of a kiosk over a service that answers so; the error is about the second one. */
function fieldsOf(nodes: object[], path: unknown[] | null) {
  const pageInfo = { hasNextPage: false, endCursor: null };
  const data = { address: { dynamicFields: { pageInfo, nodes } } };
  const error = { message: 'More than 256 structs', extensions: { code: 'RESOURCE_EXHAUSTED' } };
  const body = { data, ...(path !== null && { errors: [{ ...error, path }] }) };
  const access = openGraphql({
    url: 'http://node.test/graphql',
    network: 'mainnet',
    fetch: async () => Response.json(body),
  });
  return access.kioskFields({ kioskId: KIOSK, cursor: null, limit: 50, withFields: false });
}

const SECOND = ['address', 'dynamicFields', 'nodes', 1, 'name'];

it('fields of a kiosk are read without one that somebody attached and nobody can lay out', async () => {
  const { items } = await fieldsOf([item, unread(FOREIGN)], SECOND);
  expect(items).toMatchObject([{ valueType: `${KIOSK}::card::Card` }]);
});

it.each([
  ['an item that cannot be read', [item, unread(ITEM)], SECOND],
  ['a field that may be one', [item, unread(null)], SECOND],
  ['an item without a name', [item, unread(ITEM)], null],
  ['a field without a type', [item, unread(null)], null],
  ['an error about the whole list', [item], ['address', 'dynamicFields']],
  ['an error about anything', [item, unread(FOREIGN)], []],
])('fields of a kiosk are not believed with %s', async (_, nodes, path) => {
  await expect(fieldsOf(nodes, path)).rejects.toThrow();
});
