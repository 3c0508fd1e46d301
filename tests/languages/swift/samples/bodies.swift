class View {
    let store = Store()
    var items: [Item]
    func show(_ request: Request) async throws -> Response {
        guard let self = self, let user = request.user else { return .init(status: .ok) }
        if let x { x.go() }
        if case .success(let value) = result { value.use() }
        for item in items where item.ok { item.run() }
        let (a, b) = pair()
        items.map { $0.name }.filter { n in n.isEmpty }
        load(1, key: 2) { (x: Item) -> Bool in x.check() } onError: { e in e.show() }
        switch state {
        case .idle, .running(let n): n.tick()
        case let .done(z): z.end()
        case is Item: break
        case let y as Item: y.run()
        default: return self.make()
        }
        do { try await client.send(request).parse(\.body) } catch let e as MyError { e.show() } catch { error.log() }
        let t: Item = Item.first.next!
        (t as? Other)?.cast()
        a.kind = .small
        b == .large ? user.yes() : user.no()
        list[0]?.pick()
        let k = \Item.name
        let made = [Item](), table = [String: Item]()
        made.first?.run()
        self.store.save(t, at: .top)
        func helper(_ v: Item) { v.run() }
        helper(t)
        defer { close() }
        return Self.make { $1.run() }
    }
}
