/** The little of the standard library that types of values hang on: collections, optionals, results, and what closures get of them. */
import { libraryValue, NOTHING, unwrapped, type Value } from "./value.js";

const GENERICS: Readonly<Record<string, readonly string[]>> = {
  Array: ["Element"],
  ArraySlice: ["Element"],
  ContiguousArray: ["Element"],
  Set: ["Element"],
  Deque: ["Element"],
  OrderedSet: ["Element"],
  IdentifiedArrayOf: ["Element"],
  AnyCollection: ["Element"],
  AnySequence: ["Element"],
  Range: ["Element"],
  ClosedRange: ["Element"],
  PartialRangeFrom: ["Element"],
  PartialRangeThrough: ["Element"],
  PartialRangeUpTo: ["Element"],
  Sequence: ["Element"],
  Collection: ["Element"],
  MutableCollection: ["Element"],
  RandomAccessCollection: ["Element"],
  BidirectionalCollection: ["Element"],
  AsyncSequence: ["Element"],
  AsyncStream: ["Element"],
  AsyncThrowingStream: ["Element", "Failure"],
  Optional: ["Wrapped"],
  Binding: ["Value"],
  Dictionary: ["Key", "Value"],
  Result: ["Success", "Failure"],
  Task: ["Success", "Failure"],
};

const NO_NAMES: readonly string[] = [];

/** Aliases of a library's types that take a reducer, whose own types are the arguments: `StoreOf<Cart>` is `Store<Cart.State, Cart.Action>`. */
const OF_REDUCER: Readonly<Record<string, readonly [string, ...string[]]>> = {
  StoreOf: ["Store", "State", "Action"],
  TestStoreOf: ["TestStore", "State", "Action"],
  ViewStoreOf: ["ViewStore", "State", "Action"],
  EffectOf: ["Effect", "Action"],
  StackActionOf: ["StackAction", "State", "Action"],
  IdentifiedActionOf: ["IdentifiedAction", "State", "Action"],
};

/** The type that an alias of a library stands for, and the names of the types in its argument; null for any other name. */
export function reducerAlias(name: string): readonly [string, ...string[]] | null {
  return Object.hasOwn(OF_REDUCER, name) ? (OF_REDUCER[name] ?? null) : null;
}

/** The names of the type parameters of a library's type. */
export function genericNames(name: string): readonly string[] {
  return GENERICS[name] ?? NO_NAMES;
}

const COLLECTION = ["MutableCollection", "RandomAccessCollection", "BidirectionalCollection", "Collection", "Sequence"];

/** Protocols of the library that its types conform to, for members in extensions of these. */
const SUPERS: Readonly<Record<string, readonly string[]>> = {
  Array: COLLECTION,
  ArraySlice: COLLECTION,
  ContiguousArray: COLLECTION,
  AnyCollection: ["Collection", "Sequence"],
  AnySequence: ["Sequence"],
  Set: ["Collection", "Sequence"],
  Deque: COLLECTION,
  OrderedSet: ["RandomAccessCollection", "BidirectionalCollection", "Collection", "Sequence"],
  IdentifiedArrayOf: ["RandomAccessCollection", "BidirectionalCollection", "Collection", "Sequence"],
  Dictionary: ["Collection", "Sequence"],
  Range: ["Collection", "Sequence"],
  ClosedRange: ["Collection", "Sequence"],
  String: ["StringProtocol", "BidirectionalCollection", "Collection", "Sequence"],
  Substring: ["StringProtocol", "Collection", "Sequence"],
  Data: ["RandomAccessCollection", "Collection", "Sequence", "DataProtocol"],
  Int: ["SignedInteger", "FixedWidthInteger", "BinaryInteger", "Numeric", "Comparable", "Equatable", "Hashable"],
  Double: ["BinaryFloatingPoint", "FloatingPoint", "Numeric", "Comparable"],
  Codable: ["Encodable", "Decodable"],
  MutableCollection: ["Collection", "Sequence"],
  RandomAccessCollection: ["BidirectionalCollection", "Collection", "Sequence"],
  BidirectionalCollection: ["Collection", "Sequence"],
  Collection: ["Sequence"],
};

/** The classes above those of Apple's frameworks, as their names tell. */
const FRAMEWORK_SUPERS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^XCTestCase$/, ["XCTest", "NSObject"]],
  [/^UI\w*Controller$/, ["UIViewController", "UIResponder", "NSObject"]],
  [/^NS\w*Controller$/, ["NSViewController", "NSResponder", "NSObject"]],
  [
    /^UI\w*(?:View|Cell|Button|Label|Control|Field|Switch|Slider|Bar|Stepper|Picker|Window|Indicator)$/,
    ["UIControl", "UIView", "UIResponder", "NSObject"],
  ],
  [/^NS\w*(?:View|Button|Control|Field|Window)$/, ["NSControl", "NSView", "NSResponder", "NSObject"]],
  [/^(?:UI|NS|AV|CA|WK|MK)\p{Lu}/u, ["NSObject"]],
];

/** Views of SwiftUI. Each modifier of a view gives a view. */
const VIEWS =
  /^(?:View|AnyView|EmptyView|Text|Label|Image|AsyncImage|Button|EditButton|Link|ShareLink|NavigationLink|Menu|Toggle|Picker|Slider|Stepper|DatePicker|ColorPicker|TextField|SecureField|TextEditor|ProgressView|Gauge|(?:Lazy)?[VH]Stack|ZStack|Lazy[VH]Grid|Grid|GridRow|Group|GroupBox|Section|Form|List|ForEach|Table|ScrollView|ScrollViewReader|GeometryReader|Navigation(?:Stack|SplitView|View)|TabView|DisclosureGroup|ControlGroup|ViewThatFits|TimelineView|Canvas|Chart|Spacer|Divider|Color|LinearGradient|RadialGradient|AngularGradient|(?:Rounded|UnevenRounded)?Rectangle|Circle|Capsule|Ellipse|Path|Map|VideoPlayer|PhotosPicker|ContentUnavailableView)$/;

/** Whether a base is the protocol of SwiftUI's views that stand for one of UIKit, AppKit or WatchKit. */
export const isRepresentable = (base: Value) =>
  base.is === "library" && /^(?:UI|NS|WK)\w+Representable$/.test(base.name);

const SUPERS_OF_VIEW: readonly string[] = ["View"];

/** The view that a modifier gives; unknown for any other call. `outside`: the name of the library's member that is called on a value. */
export function modified(value: Value, outside: string | null): Value {
  const isView = (value.is === "library" && VIEWS.test(value.name)) || outside?.startsWith("View.") === true;
  return isView ? libraryValue("View") : NOTHING;
}

/** The protocols and classes above a library's type, as far as they are known. */
export function supersOf(name: string): readonly string[] {
  if (VIEWS.test(name)) return name === "View" ? NO_NAMES : SUPERS_OF_VIEW;
  return (
    SUPERS[name] ?? FRAMEWORK_SUPERS.find(([form]) => form.test(name))?.[1].filter((each) => each !== name) ?? NO_NAMES
  );
}

/** The element that a loop over a value gives. */
export function elementOf(value: Value): Value {
  const of = unwrapped(value);
  if (of.is !== "library") return NOTHING;
  if (of.name === "Dictionary")
    return { is: "tuple", items: [of.args[0] ?? NOTHING, of.args[1] ?? NOTHING], names: ["key", "value"] };
  if (of.name === "String" || of.name === "Substring") return libraryValue("Character");
  return genericNames(of.name)[0] === "Element" ? (of.args[0] ?? NOTHING) : NOTHING;
}

/** The value that `value[index]` gives, of a library's type. `isRange`: a part of the list. */
export function indexedIn(value: Value): Value {
  const of = unwrapped(value);
  if (of.is !== "library") return NOTHING;
  return of.name === "Dictionary" ? libraryValue("Optional", of.args[1] ?? NOTHING) : elementOf(of);
}

const SAME =
  /^(?:filter|sorted|reversed|shuffled|prefix|suffix|dropFirst|dropLast|drop|union|subtracting|intersection|lazy|removingDuplicates|joined)$/;
const ELEMENT = /^(?:first|last|randomElement|popLast|popFirst|min|max|next)$/;

/** The result of a member of a library's value. `closure`: the result of the closure that it is given. */
export function libraryMember(value: Value, name: string, closure: Value): Value {
  if (value.is !== "library") return NOTHING;
  if (value.name === "Optional") {
    if (name === "map") return libraryValue("Optional", closure);
    return name === "flatMap" ? closure : NOTHING;
  }
  if (PUBLISHER.test(value.name)) return ofPublisher(value, name, closure);
  if (value.name === "Context") return name === "coordinator" ? (value.args[0] ?? NOTHING) : NOTHING;
  if (value.name === "Result" && (name === "get" || name === "success")) return value.args[0] ?? NOTHING;
  if (value.name === "Task" && name === "value") return value.args[0] ?? NOTHING;
  if (value.name === "Dictionary") {
    if (name === "values" || name === "keys")
      return libraryValue("Array", value.args[name === "keys" ? 0 : 1] ?? NOTHING);
    if (name === "mapValues") return libraryValue("Dictionary", value.args[0] ?? NOTHING, closure);
    if (name === "filter") return value;
    if (name === "removeValue" || name === "updateValue") return libraryValue("Optional", value.args[1] ?? NOTHING);
  }
  const element = elementOf(value);
  if (element.is === "unknown") return NOTHING;
  if (name === "count" || name === "endIndex" || name === "startIndex") return libraryValue("Int");
  if (name === "isEmpty" || name === "contains" || name === "allSatisfy") return libraryValue("Bool");
  if (SAME.test(name)) return libraryValue("Array", element);
  if (ELEMENT.test(name)) return libraryValue("Optional", element);
  if (name === "removeFirst" || name === "removeLast" || name === "remove") return element;
  if (name === "map") return libraryValue("Array", closure);
  if (name === "compactMap") return libraryValue("Array", unwrapped(closure));
  if (name === "flatMap") return libraryValue("Array", elementOf(closure));
  if (name === "enumerated")
    return libraryValue("Array", { is: "tuple", items: [libraryValue("Int"), element], names: ["offset", "element"] });
  return NOTHING;
}

const PER_ELEMENT =
  /^(?:map|flatMap|compactMap|filter|forEach|first|last|firstIndex|lastIndex|contains|allSatisfy|sorted|sort|min|max|drop|prefix|removeAll|partition|split)$/;

/** Views of SwiftUI that make a part of each element of their first argument: `ForEach(orders) { order in … }`. */
const FOR_EACH = /^(?:ForEach|List)$/;

/** Modifiers of SwiftUI whose closure takes the value in their first argument, a binding: `.sheet(item: $order) { order in … }`. */
const PRESENTS = /^(?:sheet|fullScreenCover|popover|alert|navigationDestination|inspector)$/;

/** Modifiers whose first argument is a key path of the environment. */
const OF_ENVIRONMENT = /^(?:environment|transformEnvironment)$/;

/**
 * The parameters of the closure, or of the key path, that a view of the library or a modifier of it takes. `first`: the value of the first argument,
 * `label`: its label.
 */
export function viewParameters(name: string, first: Value, label: string | undefined): readonly Value[] {
  const isBinding = first.is === "library" && first.name === "Binding";
  const held = isBinding ? (first.args[0] ?? NOTHING) : first;
  if (FOR_EACH.test(name)) return [isBinding ? libraryValue("Binding", elementOf(held)) : elementOf(held)];
  if (PRESENTS.test(name) && isBinding) return [unwrapped(held)];
  if (OF_ENVIRONMENT.test(name)) return [libraryValue("EnvironmentValues")];
  return name === "onChange" && label === "of" ? [first, first] : [];
}

/** The types of the library of which modifiers of SwiftUI take a value, by the names of both. */
const TAKEN_BY_MODIFIER: Readonly<Record<string, readonly string[]>> = {
  font: ["Font"],
  foregroundColor: ["Color"],
  accentColor: ["Color"],
  foregroundStyle: ["ShapeStyle", "Color"],
  backgroundStyle: ["ShapeStyle", "Color"],
  tint: ["ShapeStyle", "Color"],
  background: ["ShapeStyle", "Color"],
  overlay: ["ShapeStyle", "Color"],
  fill: ["ShapeStyle", "Color"],
  stroke: ["ShapeStyle", "Color"],
  strokeBorder: ["ShapeStyle", "Color"],
  border: ["ShapeStyle", "Color"],
  animation: ["Animation"],
  withAnimation: ["Animation"],
  transition: ["AnyTransition", "Transition"],
  buttonStyle: ["ButtonStyle", "PrimitiveButtonStyle"],
};

/** `.toggleStyle(…)` takes a `ToggleStyle`. */
const STYLE_MODIFIER = /^[a-z]\w{1,40}Style$/;

/** The type of which a modifier of SwiftUI takes a value where its static members are named with a dot alone; several stand for any of them. */
export function modifierParameter(name: string, label: string | undefined): Value {
  if (name === "shadow" && label === "color") return libraryValue("Color");
  if (label !== "_") return NOTHING;
  const types = Object.hasOwn(TAKEN_BY_MODIFIER, name)
    ? (TAKEN_BY_MODIFIER[name] ?? [])
    : STYLE_MODIFIER.test(name)
      ? [name.charAt(0).toUpperCase() + name.slice(1)]
      : [];
  const values = types.map((each) => libraryValue(each));
  return values.length > 1 ? { is: "all", of: values } : (values[0] ?? NOTHING);
}

/** Functions of test libraries whose first two arguments are of one type. */
const COMPARES =
  /^(?:XCTAssert(?:(?:Not)?Equal|NoDifference|(?:Greater|Less)Than(?:OrEqual)?)|expectNoDifference|expectDifference)$/;

/** The argument whose type another one of a call of the library has, too; -1 for none. */
export function comparedWith(name: string, argument: number): number {
  return argument < 2 && COMPARES.test(name) ? 1 - argument : -1;
}

/** Members of collections that take an element, and labels of such parameters. */
const TAKES_ELEMENT = /^(?:append|insert|contains|remove|update|firstIndex|lastIndex)$/;
const LABELS_OF_ELEMENT = /^(?:_|of|with)$/;

/** Publishers of Combine, by the value that they give. */
const PUBLISHER = /^(?:PassthroughSubject|CurrentValueSubject|AnyPublisher)$/;
/** Operators that give the values of a publisher on. */
const PASSED_ON =
  /^(?:receive|subscribe|eraseToAnyPublisher|debounce|throttle|delay|removeDuplicates|filter|dropFirst|prefix|first|last|share|print|handleEvents|prepend|append|merge)$/;
/** Operators and ends whose closure takes a value. */
const PER_VALUE = /^(?:sink|map|tryMap|compactMap|flatMap|filter|removeDuplicates|first|last|handleEvents)$/;

/** The result of a member of a publisher. */
function ofPublisher({ name: type, args }: Extract<Value, { is: "library" }>, name: string, closure: Value): Value {
  const [value = NOTHING, failure = NOTHING] = args;
  if (name === "value" && type === "CurrentValueSubject") return value;
  if (PASSED_ON.test(name)) return libraryValue("AnyPublisher", value, failure);
  if (name === "map" || name === "tryMap") return libraryValue("AnyPublisher", closure, failure);
  return name === "compactMap" ? libraryValue("AnyPublisher", unwrapped(closure), failure) : NOTHING;
}

/** The value that a member of a library's value takes, where it is not a closure. */
export function libraryParameter(value: Value, name: string, label: string | undefined): Value {
  if (value.is === "meta" && value.of.is === "library" && value.of.name === "Binding")
    return name === "constant" && label === "_" ? (value.of.args[0] ?? NOTHING) : NOTHING;
  if (value.is !== "library" || label === undefined) return NOTHING;
  if (PUBLISHER.test(value.name)) return name === "send" && label === "_" ? (value.args[0] ?? NOTHING) : NOTHING;
  if (value.name === "Dictionary") return name === "subscript" ? (value.args[0] ?? NOTHING) : NOTHING;
  return TAKES_ELEMENT.test(name) && LABELS_OF_ELEMENT.test(label) ? elementOf(value) : NOTHING;
}

/** The parameters of the closure that a member of a library's value takes. `first`: the first argument, as `reduce` has it; `label`: that of the closure. */
export function closureParameters(
  value: Value,
  name: string,
  first: Value,
  label: string | undefined,
): readonly Value[] {
  const of = value;
  if (of.is !== "library") return [];
  if (PUBLISHER.test(of.name))
    return PER_VALUE.test(name) && label !== "receiveCompletion" ? [of.args[0] ?? NOTHING, of.args[0] ?? NOTHING] : [];
  if (of.name === "Optional") return name === "map" || name === "flatMap" ? [of.args[0] ?? NOTHING] : [];
  if (of.name === "Result" && (name === "map" || name === "flatMap")) return [of.args[0] ?? NOTHING];
  if (of.name === "Dictionary" && (name === "mapValues" || name === "compactMapValues")) return [of.args[1] ?? NOTHING];
  const element = elementOf(of);
  if (name === "reduce") return [first, element];
  return PER_ELEMENT.test(name) ? [element, element] : [];
}

/** Members of these protocols. */
export const PLAIN_MEMBERS: ReadonlySet<string> = new Set([
  "encode",
  "init",
  "hash",
  "allCases",
  "description",
  "rawValue",
  "localizedDescription",
  "stringValue",
  "intValue",
]);

/** Protocols of the library that have few members, or none. */
export const PLAIN_PROTOCOLS: ReadonlySet<string> = new Set([
  "Equatable",
  "Hashable",
  "Sendable",
  "Codable",
  "Encodable",
  "Decodable",
  "Error",
  "AnyObject",
  "CaseIterable",
  "CustomStringConvertible",
  "CustomDebugStringConvertible",
  "Comparable",
  "Identifiable",
  "CodingKey",
  "Any",
]);
