import type { GrpcTypes } from '@mysten/sui/grpc';
import type { NodeContext } from '../front.ts';
import { requiredAddress } from './paging.ts';
import { invalidArgument, notFound } from './status.ts';

/** sui.rpc.v2.NameService. A name or address without a record is NOT_FOUND, never an empty answer. */
export const nameMethods = {
  LookupName({ ledger }: NodeContext, request: GrpcTypes.LookupNameRequest) {
    if (request.name === undefined) throw invalidArgument('name', 'missing');
    const targetAddress = ledger.names.addressOf(request.name);
    if (targetAddress === undefined) throw notFound(`Name ${request.name}`);
    return { record: { name: request.name, targetAddress, data: {} } };
  },
  ReverseLookupName({ ledger }: NodeContext, request: GrpcTypes.ReverseLookupNameRequest) {
    const targetAddress = requiredAddress('address', request.address);
    const name = ledger.names.nameOf(targetAddress);
    if (name === undefined) throw notFound(`Name of ${targetAddress}`);
    return { record: { name, targetAddress, data: {} } };
  },
};
