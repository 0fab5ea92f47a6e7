// The words of a rail, from the core's own rooms: a rail package depends on this package alone.
export {
  type Amount, answer, asAmount, asUnits, bps, type Bps, type BudgetCharge, chainFamily, type ChainRef, chainRef, effectiveBps,
  type ErrorCode, errorCatalogue, type ErrorDetails, type EvmAddress, evmAddress, evmChain, evmChainId, evmNodes, type EvmNode,
  feeOf, type FirmQuote, floorOf, type Hex, type IndicativeQuote, isEvmAddressShape, isMeshChain, isNative, isRelayError,
  type Json, type JsonObject, type Lane, type LanePattern, matchLane, maxUint256, nativeAddress, nonEvmNodes, type NonEvmNode,
  noUnits, type Offer, type Order, type Plan, type PlanStep, type PlanStepKind, type Ppm, type Price, type Progress, type Quote,
  quoteOnlyReason, type QuoteRequest, type RailOutcome, readAmount, readSlippage, readUnits, type Refusal, refuse, RelayError,
  rescale, standardFeeBps, tokenKey, type TokenRef, type Units, unitsWorth, valueMicroUsd,
} from '@interline/domain';
export type {
  Alarm, ChainReader, Clock, Health, Inventory, Log, LogFields, OutboundHttp, OutboundRequest, OutboundResponse, PricePort,
  RailCapability, RailManifest, RailPort, RailRegistry,
} from '@interline/ports';
